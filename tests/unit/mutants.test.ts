import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { instrumented } from '../../tools/mutate/instrumented.ts';
import { drawn, mutantsOf, type Mutant } from '../../tools/mutate/mutants.ts';

const source = `
  (() => {
    const row = { parts: [1, 2, 3], 'a key': 'a value' };
    const all = [...row.parts];
    if (row.gone?.filter(Boolean).length === 0) throw new Error('nobody has to test this text');
    if (!row.name) all.push(4);
    return all.length > 3 ? \`many \${row.name ?? 'nameless'} of \${all.length.toString()}\` : 'few';
  })();
`;
const mutantsIn = (file: string, text = source): Mutant[] => mutantsOf(new Map([[file, text]]));
const mutants = mutantsIn('src/rows.ts');
const code = instrumented(source, mutants);

/** What the source results in with a mutant on, and which it came by. */
function runWith(on?: Mutant): { result: string; reached: Set<string> } {
  const reached = new Set<string>();
  const mutant = (id: string): boolean => {
    reached.add(id);
    return id === on?.id;
  };
  return { result: resultOf(code, { mutant }), reached };
}

function resultOf(text: string, scope: object): string {
  try {
    return String(runInNewContext(text, scope));
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a source with all of its mutants', () => {
  it('does what it did while none is on, and wherever nobody asks for mutants', () => {
    expect(runWith().result).toBe('many nameless of 4');
    expect(resultOf(code, {})).toBe('many nameless of 4');
  });

  it.each(mutants.map((mutant) => [`${mutant.before} → ${mutant.after}`, mutant] as const))(
    'does what the changed text does: %s',
    (_change, mutant) => {
      const changed = source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end);
      expect(runWith(mutant).result).toBe(resultOf(changed, {}));
    },
  );

  it('tells which places it came by', () => {
    const few = mutants.find(({ before }) => before === "'few'")!;
    expect(runWith().reached).not.toContain(few.id);
    expect(runWith(mutants.find(({ before }) => before === 'all.push(4);')).reached).toContain(few.id);
  });
});

describe('the mutants of a source', () => {
  it('leave names of properties and texts of errors alone', () => {
    expect(mutants.map(({ before }) => before)).not.toContain("'a key'");
    expect(mutants.map(({ before }) => before)).not.toContain("'nobody has to test this text'");
  });

  it('are the same ones when the file has moved and others have come before them', () => {
    const moved = mutantsIn('src/deep/rows.ts', `const first = 'another';\n${source}`);
    const seven = drawn(mutants, 7, 10).map(({ id }) => id);
    expect(moved.map(({ id }) => id)).toEqual(expect.arrayContaining(mutants.map(({ id }) => id)));
    expect(drawn(moved, 7, 11).map(({ id }) => id)).toEqual(expect.arrayContaining(seven));
    expect(drawn(mutants, 8, 10).map(({ id }) => id)).not.toEqual(seven);
  });
});
