/** Where the back office asks who one is, and what one may open. */
export const startAddress = '/admin/Index/index';
