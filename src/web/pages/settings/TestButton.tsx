import { Button } from 'antd';
import { useState } from 'react';
import type { ActionManifest } from '#resource';
import { lazyPart } from '../../loading/lazyPart.tsx';
import type { Values } from '../../table/formValues.ts';

const TestDialog = lazyPart(async () => (await import('./TestDialog.tsx')).TestDialog);

interface Props {
  readonly group: string;
  readonly test: ActionManifest;
  /** What differs in the form from what is saved. */
  readonly changes: () => Values;
  /** Told which settings cannot be tested as they are. */
  readonly onRefused: (errors: Readonly<Record<string, string>>) => void;
}

/** Tries the settings as they stand in the form. */
export function TestButton({ group, test, changes, onRefused }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{test.label}</Button>
      {opened && (
        <TestDialog
          group={group}
          test={test}
          changes={changes}
          onRefused={onRefused}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
