import type { Room } from '../../room.ts'
import { getCertificateJob } from './acme/get-certificate.ts'
import { certificateCheck } from './certificate-check.ts'

export const certificateRoom = { jobs: [getCertificateJob], checks: [certificateCheck] } satisfies Room
