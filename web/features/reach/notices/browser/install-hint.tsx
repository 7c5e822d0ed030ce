import { IconShare2, IconSquarePlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconTile } from '../../../../kit/ui/components/icon-tile.tsx'
import { SonarMark } from '../../../../kit/ui/components/logo.tsx'
import { SettingsNote } from '../../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './install-hint.module.css'

/** How Эхолот comes to the home screen of an iPhone or iPad, with the signs as they look there. */
export function InstallHint() {
  return (
    <Stack as="ol" gap={2} className={classes.steps}>
      <Step picture={<IconShare2 size={20} stroke={1.7} aria-hidden="true" />}>Нажмите в Safari «Поделиться»</Step>
      <Step picture={<IconSquarePlus size={20} stroke={1.7} aria-hidden="true" />}>Выберите «На экран „Домой“»</Step>
      <Step picture={<SonarMark size={24} />}>Откройте Эхолот оттуда, войдите и включите уведомления здесь</Step>
    </Stack>
  )
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Row as="li" gap={3} align="center" nowrap>
      <IconTile size={34}>{picture}</IconTile>
      <SettingsNote>{children}</SettingsNote>
    </Row>
  )
}
