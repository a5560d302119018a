/** The shape of the page as it stood before the code was there (index.html). */
export const bootShape = document.querySelector('.boot')?.outerHTML ?? '';
