import { http } from '#web';
import { overConnection } from './overConnection.ts';
import { placeOf, type UploadAnswer, type Sender } from './sender.ts';

/** In one request. */
export const sendSmall: Sender = (file, target) =>
  overConnection(file, target, () => {
    const body = new FormData();
    // What says how to read the file stands before it.
    for (const [name, value] of Object.entries(placeOf(target))) body.append(name, value);
    body.append('file', file);
    const { signal, onProgress } = target;
    return http.post<UploadAnswer>(`${target.base}/ajax/upload`, body, { quiet: true, signal, onProgress });
  });
