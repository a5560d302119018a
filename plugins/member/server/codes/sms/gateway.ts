import type { SettingsOf } from '#resource';
import { aliyunGateway } from './aliyun.ts';
import { httpGateway } from './http.ts';
import type { SmsGateway } from './sms.ts';

/** The gateway that the settings describe; undefined while they are not complete. */
export function gatewayOf(settings: SettingsOf<'sms'>): SmsGateway | undefined {
  if (settings.sms_gateway === 'http') return httpGateway(settings);
  return settings.sms_gateway === 'aliyun' ? aliyunGateway(settings) : undefined;
}
