import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { mayInsist } from './require-usable-keys.ts'

/** Signs in and sends nothing. Throws VALIDATION with the server's answer. */
export async function tryMailServer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<void> {
  const mailer = createMailer(config)
  try {
    await mailer?.verify()
  } catch (error) {
    throw refusedMail(error, { field: 'SMTP_URL', more: mayInsist })
  } finally {
    mailer?.close()
  }
}

export function refusedMail(error: unknown, detail: { field?: string; more?: typeof mayInsist } = {}): AppError {
  const said = error instanceof Error ? error.message : say('no reason given')
  return new AppError(
    detail.field ? 'VALIDATION' : 'BAD_STATE',
    say('The mail server did not take it: {said}', { said }),
    {
      ...detail,
      hint: say('Check the server, its user and password, and the sender.'),
    },
  )
}
