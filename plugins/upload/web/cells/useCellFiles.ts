import { safeAddress, type CellProps } from '#web';
import { nameOf } from '../view/fileKinds.ts';
import { useFullView } from '../view/useFullView.tsx';
import { useLinks } from '../view/useLinks.ts';
import './cells.css';

/** The files of a value as they can be loaded, and what shows one of them large. */
export function useCellFiles(props: CellProps) {
  const addresses = [props.value].flat().filter((each): each is string => safeAddress(each) !== undefined);
  const links = useLinks(addresses, props);
  const files = addresses.map((address) => ({ address: links(address), name: nameOf(address) }));
  return { files, ...useFullView(files) };
}
