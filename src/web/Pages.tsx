import { useEffect } from 'react';
import { Navigate, Route, Routes, useNavigate } from 'react-router';
import { setNavigator } from './http/http.ts';
import { lazyPage } from './lazyPage.tsx';

const Login = lazyPage(async () => (await import('./pages/login/LoginPage.tsx')).LoginPage, 'login', 'validate');
const Admin = lazyPage(async () => (await import('./layout/AdminArea.tsx')).AdminArea, 'layout', 'table', 'validate', 'field');
const Home = lazyPage(async () => (await import('./pages/HomePage.tsx')).HomePage, 'home');
const NotFound = lazyPage(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage, 'error');
const Forbidden = lazyPage(async () => (await import('./pages/ForbiddenPage.tsx')).ForbiddenPage, 'error');
const MemberClosed = lazyPage(async () => (await import('./pages/MemberClosedPage.tsx')).MemberClosedPage, 'error');

/** Every address outside of the areas, and where the areas begin (specification §2). */
export function Pages() {
  const navigate = useNavigate();
  useEffect(() => setNavigator((path) => void navigate(path)), [navigate]);
  return (
    <Routes>
      <Route path="/index" element={<Home />} />
      <Route path="/admin/login" element={<Login />} />
      <Route path="/admin/*" element={<Admin />} />
      <Route path="/user/*" element={<MemberClosed />} />
      <Route path="/401" element={<Forbidden />} />
      <Route path="/404" element={<NotFound />} />
      <Route path="/" element={<Navigate to="/index" replace />} />
      <Route path="/chat/*" element={<Navigate to="/index" replace />} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
