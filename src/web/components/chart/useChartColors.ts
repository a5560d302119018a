import { theme } from 'antd';

/** Colours of so many series; each stands out from the page, in the light and in the dark theme. */
export function useChartColors(count: number): readonly string[] {
  const { token } = theme.useToken();
  const colors = [token.colorLink, token['orange-7'], token['cyan-7'], token['magenta-7'], token['green-7']] as const;
  return Array.from({ length: count }, (_, at) => colors[at % colors.length]!);
}
