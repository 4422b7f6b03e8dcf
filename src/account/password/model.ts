import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed } from '../../platform/http/request/schema.ts'

export const ForgotPassword = t.Object({ email: t.String({ maxLength: longest.email }) }, closed)

export const ChangePassword = t.Object(
  {
    currentPassword: Text({ maxLength: longestPassword }),
    password: Text({ minLength: shortestPassword, maxLength: longestPassword }),
  },
  closed,
)

export type ChangePassword = Static<typeof ChangePassword>
