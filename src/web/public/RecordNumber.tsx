import { useSite } from '../settings/site.ts';

/** The site's filing number, where it has one, with the way to the register that has it. */
export function RecordNumber() {
  const { recordNumber } = useSite();
  if (!recordNumber) return null;
  return (
    <a className="record-number" href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
      {recordNumber}
    </a>
  );
}
