import { Devices } from './Devices.tsx';
import { NewPassword } from './NewPassword.tsx';
import './pages.css';

/** How somebody signs in, and where they are signed in. */
export default function SecurityPage() {
  return (
    <>
      <NewPassword />
      <Devices />
    </>
  );
}
