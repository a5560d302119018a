import { bootShape } from '../boot/shape.ts';
import { useWaiting } from '../loading/progress.ts';
import { Waiting } from '../loading/lazyPage.tsx';

/**
 * Stands where the back office will be: the shape that the page began with stays until there is something to put in its
 * place.
 */
export function FrameShape() {
  return document.documentElement.dataset['boot'] === undefined ? <Waiting /> : <Shape />;
}

function Shape() {
  useWaiting();
  // Our own markup, from the page itself.
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: bootShape }} />;
}
