import { Progress } from 'antd';
import { useEffect, useState } from 'react';
import { definePlugin, registerHeaderEntry, stream } from '#web';

/** How far it is, as the server says it: `stream` sends the token, and comes back when the connection breaks. */
function Percent() {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const read = async (): Promise<void> => {
      // `shared: true` would use one connection for all tabs.
      for await (const { data } of stream('/admin/examples.progress/index', { signal: ended.signal }))
        setPercent((JSON.parse(data) as { percent: number }).percent);
    };
    read().catch(() => setPercent(0));
    return () => ended.abort();
  }, []);
  return <Progress type="circle" size={20} percent={percent} />;
}

export default definePlugin({
  name: 'routes',
  register() {
    registerHeaderEntry('progress', Percent);
  },
});
