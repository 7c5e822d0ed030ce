import { Notifications } from '@mantine/notifications'

/** Where `notifications` appear. */
export function Notices() {
  return <Notifications position="bottom-left" limit={2} zIndex={350} containerWidth={420} transitionDuration={160} />
}
