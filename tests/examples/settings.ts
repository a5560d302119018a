import { definePlugin, type PluginHost } from '#plugin';
import { f, Problem, settings } from '#resource';

const weather = settings('weather', {
  weather_city: f.text({ required: true, default: 'Beijing', label: { 'zh-cn': '城市', en: 'City' } }),
  // Written, never read again by anybody but the plugin, and kept encrypted; sent empty it stays, null takes it away.
  weather_key: f.text({ secret: true, label: { 'zh-cn': '接口密钥', en: 'API key' } }),
});

declare module '#resource' {
  interface SettingsGroups {
    weather: typeof weather;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'weather',
  // `site` is what everybody gets of it in /config.json.
  settings: [
    weather.group({
      label: { 'zh-cn': '天气', en: 'Weather' },
      site: ({ weather_city: city }) => ({ weather: { city } }),
      // A button beside “Save”, for what stands in the form. What it returns is shown; a `Problem` says why it failed.
      test: {
        form: { day: f.date({ required: true, label: { 'zh-cn': '日期', en: 'Day' } }) },
        async run({ settings: { weather_city: city, weather_key: key }, values: { day } }) {
          const answer = await host.fetch(
            `https://weather.example/${encodeURIComponent(city)}?key=${key ?? ''}&day=${day}`,
          );
          if (!answer.ok) throw new Problem('rows:literal', { text: `${answer.status} ${answer.statusText}` });
          return { 'zh-cn': '连接成功', en: 'It works' };
        },
      },
    }),
  ],
  start(given) {
    host = given;
  },
});

/** As they are at this moment, on every instance. */
export const weatherAddress = async (): Promise<string> => {
  const { weather_city: city, weather_key: key } = await host.settings('weather');
  return `https://weather.example/${encodeURIComponent(city)}?key=${key ?? ''}`;
};
