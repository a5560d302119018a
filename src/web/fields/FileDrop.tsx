import { Suspense, type DragEvent, type PropsWithChildren } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { fileUpload } from './fileUpload.ts';
import type { InputProps } from './view.ts';

/** Fetched with the inputs of forms, which must not jump when it comes. */
export const FileArea = lazyPart(
  async () => (await Promise.all([import('./FileArea.tsx'), loadTexts('plugins')]))[0].FileArea,
);

export interface FileDropProps extends PropsWithChildren {
  readonly input: InputProps;
  /** How many files the field has room for. */
  readonly room?: number;
  /** Whether a button beside it picks files; a text is for words, and takes files without it. */
  readonly picks?: boolean;
  /** Called where files are dropped, before they are sent. */
  readonly onDropAt?: (event: DragEvent) => void;
  /** Called with each file once it has an address. */
  readonly onFile: (address: string, file: File) => void;
}

/** Takes files that are pasted or dropped into the control inside, or picked beside it, as soon as a plugin keeps them. */
export function FileDrop({ children, ...props }: FileDropProps) {
  const upload = fileUpload();
  if (!upload) return children;
  return (
    <Boundary fallback={() => children}>
      <Suspense fallback={children}>
        <FileArea {...props} upload={upload}>
          {children}
        </FileArea>
      </Suspense>
    </Boundary>
  );
}
