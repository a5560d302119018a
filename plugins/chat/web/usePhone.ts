import { useMedia } from '#web';

export const usePhone = (): boolean => useMedia('(max-width: 767px)');
