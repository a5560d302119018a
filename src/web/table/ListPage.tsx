import { Alert } from 'antd';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { askForNew } from '../navigation/askedForms.ts';
import { useShortcut } from '../navigation/shortcuts.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { focusRow } from './focusRow.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ListView } from './ListView.tsx';
import { fittingRows } from './pageSizes.ts';
import { useEarlyCalls } from './useEarlyCalls.ts';
import { useManifest } from './useManifest.ts';
import { useText } from '../settings/useText.ts';
import './list.css';

/**
 * The page of a resource: its rows, how to find them, and what the caller may do with them. All of it follows from the
 * manifest.
 */
export function ListPage({ path }: { path: string }) {
  const text = useText();
  const { data: manifest, isPending, error, refetch } = useManifest(path);
  useEarlyCalls(path, manifest);
  const { path: tab, isShown } = useTabScope();
  // Pressed before the list is there, it is for the list.
  useShortcut('new', () => (isPending && isShown() ? askForNew(tab) : false));
  if (manifest) {
    return (
      <div className="list-page">
        <button type="button" className="skip-link" onClick={() => focusRow()}>
          {text('skipToRows')}
        </button>
        {manifest.remark && <Alert type="info" showIcon title={manifest.remark} />}
        <ListView key={path} manifest={manifest} />
      </div>
    );
  }
  if (isPending)
    return (
      <div className="list-page">
        <ListSkeleton lines={fittingRows} />
      </div>
    );
  return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
}
