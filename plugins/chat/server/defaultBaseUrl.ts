/** Of an Ollama on the same machine. */
export const defaultBaseUrl = 'http://127.0.0.1:11434/v1';
