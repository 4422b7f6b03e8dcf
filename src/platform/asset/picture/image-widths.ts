export const imageWidths = [128, 256, 400, 640, 1280] as const
