/** What styles made in the browser carry, so that the Content-Security-Policy of this page takes them. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
