const width = 40;

/** Draws how far something is: a line that moves on a terminal, a line for every tenth elsewhere. */
export function bar(total: number, out: NodeJS.WriteStream = process.stdout): (done: number, what: string) => void {
  let shown = -1;
  return (done, what) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const step = Math.floor(share * (out.isTTY ? 1000 : 10));
    if (step === shown) return;
    shown = step;
    const drawn = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    const line =
      `${drawn} ${`${Math.floor(share * 100)}`.padStart(3)} %  ${done.toLocaleString('en')} of ` +
      `${total.toLocaleString('en')}  ${what}`;
    out.write(out.isTTY ? `\r\u001B[K${line}${share === 1 ? '\n' : ''}` : `${line}\n`);
  };
}
