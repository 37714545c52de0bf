import { Route, Routes } from 'react-router';
import { useEndlink } from 'vaultlink/react';
import { Bound } from './pages/bound';
import { Done } from './pages/done';
import { Landing } from './pages/landing';
import { Late } from './pages/late';
import { Profile } from './pages/profile';
import { Questions } from './pages/questions';
import { Remount } from './pages/remount';

export function App() {
  const endlink = useEndlink();
  return (
    <>
      <Routes>
        <Route path="/" element={<Landing />} />
        <Route path="/questions" element={<Questions />} />
        <Route path="/done" element={<Done />} />
        <Route path="/late" element={<Late />} />
        <Route path="/bound" element={<Bound />} />
        <Route path="/remount" element={<Remount />} />
        <Route path="/profile" element={<Profile />} />
      </Routes>
      <p>
        Your survey: <output id="endlink-state">{endlink.state}</output>
      </p>
    </>
  );
}
