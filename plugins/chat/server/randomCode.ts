import { randomBytes } from 'node:crypto';

/** 22 random letters, digits, `-` and `_`: what conversations are called in addresses. */
export const randomCode = (): string => randomBytes(16).toString('base64url');
