import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sizeText, type FieldManifest } from '#resource';
import { fieldOptions, typesText } from '../send/fieldLimits.ts';
import { siteUpload } from '../send/siteUpload.ts';

/** Which files a field takes, and how large they may be. */
export function FieldHint({ field }: { readonly field: FieldManifest }) {
  const { t } = useTranslation('upload');
  const { data: site } = useQuery({ queryKey: ['upload settings'], queryFn: () => siteUpload(), retry: false });
  const { types = '*', maxSize = Infinity } = fieldOptions(field);
  const largest = Math.min(maxSize, site?.maxsize ?? Infinity);
  const parts = [typesText(types), largest === Infinity ? '' : t('input.largest', { size: sizeText(largest) })].filter(
    Boolean,
  );
  return parts.length > 0 && <p className="upload-hint upload-limits">{parts.join(' · ')}</p>;
}
