import { TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePerson } from '../../layout/usePerson.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';

const StructureDrawer = lazyPart(async () => (await import('./StructureDrawer.tsx')).StructureDrawer);

/** What the tables have, for whoever may design them: super administrators. */
export function Structure() {
  const { t } = useTranslation('crudLog');
  const [isOpen, setOpen] = useState(false);
  if (usePerson()?.super !== true) return null;
  return (
    <>
      <Button icon={<TableOutlined />} className="schema-structure" onClick={() => setOpen(true)}>
        {t('structure')}
      </Button>
      {isOpen && (
        <Suspense>
          <StructureDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
