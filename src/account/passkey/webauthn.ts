// Loaded with the first passkey: it would take 120 ms of every start, 25 in the executable.
import '../../lib/reflect-metadata.ts'

export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
