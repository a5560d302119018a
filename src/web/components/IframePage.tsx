/**
 * A web site in a frame, as the menu names it. It runs apart from the back office: even one of our own address gets
 * neither our storage nor our pages.
 */
export function IframePage({ url, title }: { url: string; title: string }) {
  return (
    <iframe
      className="iframe-page"
      src={url}
      title={title}
      sandbox="allow-scripts allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  );
}
