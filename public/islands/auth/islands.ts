// Signing in and up: one chunk, so that a page asks for one file.
import '../../lib/form-parts.ts'

export { default as EmailLink } from './email-link.tsx'
export { default as Join } from './join.tsx'
export { default as LogIn } from './log-in.tsx'
export { default as OpenStudio } from './open-studio.tsx'
export { default as Reset } from './reset.tsx'
export { default as SendEmail } from './send-email.tsx'
export { default as SetUp } from './set-up.tsx'
export { default as SignUp } from './sign-up.tsx'
export { default as Verify } from './verify.tsx'
