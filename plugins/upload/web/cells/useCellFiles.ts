import { safeAddress, type CellProps } from '#web';
import { useFullView } from '../view/useFullView.tsx';
import { useFilesOf } from '../view/useShownFiles.ts';
import './cells.css';

/** The files of a value as they can be loaded, and what shows one of them large. */
export function useCellFiles(props: CellProps) {
  const addresses = [props.value].flat().filter((each): each is string => safeAddress(each) !== undefined);
  const files = useFilesOf(props.field, addresses, 96);
  return { files, ...useFullView(files) };
}
