import type { Room } from '../../room.ts'
import { certificateCheck } from './certificate-check.ts'
import { getCertificateJob } from './get-certificate.ts'

export const certificateRoom: Room = {
  jobs: [getCertificateJob],
  checks: [certificateCheck],
}
