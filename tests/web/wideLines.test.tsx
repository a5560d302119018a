import { useMemo, useRef } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useDrawnLines } from '../../src/web/table/useDrawnLines.ts';
import { draw } from '../support/component/office.tsx';

/** A hundred lines with so many cells each. */
function Lines({ cells }: { readonly cells: number }) {
  const box = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => Array.from({ length: 100 }, (_, place) => place), []);
  const { parts } = useDrawnLines(ids, box, { lines: 'ol', height: 40, gap: 0, cells });
  return (
    <div ref={box}>
      <ol>
        {parts.map((part) =>
          'left' in part ? (
            <li key={part.key} style={{ height: part.left }} />
          ) : (
            <li key={part.place} data-row-key={part.place} style={{ height: 40 }} />
          ),
        )}
      </ol>
    </div>
  );
}

const drawn = (): number => page.css('[data-row-key]').elements().length;

it('draws all of a hundred lines, but of wide ones those in sight', async () => {
  await draw(<Lines cells={15} />);
  await expect.poll(drawn).toBe(100);
  await draw(<Lines cells={30} />);
  await expect.poll(drawn).toBeGreaterThan(0);
  expect(drawn()).toBeLessThan(80);
  const height = (): number => document.querySelector('ol')!.offsetHeight;
  await expect.poll(height).toBe(4000);
});
