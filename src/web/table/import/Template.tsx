import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { Manifest } from '#resource';
import { download, saveBlob } from '../../http/download.ts';
import { useText } from '../../settings/useText.ts';

/** A file with the columns that an import takes, to be filled in. */
export function Template({ manifest, onRefused }: { manifest: Manifest; onRefused: (why: string) => void }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { name, content } = await download(`${manifest.api}importTemplate`, {
        query: {},
        signal: new AbortController().signal,
        onPart() {},
      });
      saveBlob(name, content);
    } catch (error) {
      onRefused((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="link" size="small" icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
      {text('import:template')}
    </Button>
  );
}
