import { useMemo } from 'react';
import { dateTimeText, timeZoneNamed } from '#resource';
import { useMember } from './member.ts';

/** Writes moments, in unix seconds, in the member's own time zone; in the site's where they have chosen none. */
export function useTimeText(): (seconds: number) => string {
  const zone = useMember()?.time_zone;
  return useMemo(() => {
    const chosen = zone ? timeZoneNamed(zone) : undefined;
    return (seconds) => dateTimeText(seconds, chosen);
  }, [zone]);
}
