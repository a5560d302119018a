/** By this variable the processes of a run are known, wherever they have gone, and what they do as its doing. */
export const markName = 'TERMINAL_RUN';
