import { hash } from 'node:crypto';

/** SHA-256 of a text in base64url: 43 characters to find it by where the text itself must not stand, or is too long. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');
