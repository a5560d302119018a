import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Every answer carries these, those included that are made before a route is found. */
export const safetyHeaders = headersOf({
  contentSecurityPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  // Whether every visit is over HTTPS is for whoever runs a proxy to say.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
});

/** What is no page may do nothing when it is opened as one; pages say what they may. */
export const inertPolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

/** The headers that helmet gives every answer, worked out once. */
function headersOf(options: Parameters<typeof helmet>[0]): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, () => {});
  return answer.getHeaders();
}
