import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { referralCookies } from '../../../../contract/people/referrals.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { Copy, CopyField } from './copy-field.tsx'
import classes from './partner.module.css'
import { readyTexts } from './ready-texts.ts'
import type { Partner } from './use-partner.ts'

const QrDialog = lazyNamed(() => import('./qr-dialog.tsx'), 'QrDialog')

/** The personal link: to be copied, printed, or sent with words that are ready. */
export function LinkCard({ partner }: { partner: Partner }) {
  const [drawn, setDrawn] = useState(false)
  return (
    <SettingsCard title="Ваша ссылка">
      <Stack gap={4}>
        <CopyField what="ссылку" value={partner.link}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconQrcode size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setDrawn(true)}
          >
            QR-код
          </Button>
        </CopyField>
        <SettingsNote>
          Кто придёт по ней и зарегистрируется за {referralCookies.ref_id} {plural(referralCookies.ref_id, dayForms)},
          станет вашим рефералом.
        </SettingsNote>
        <details className={classes.texts}>
          <summary>Готовые тексты</summary>
          <Stack as="ul" gap={3}>
            {readyTexts(partner).map(({ title, text }) => (
              <Row key={title} as="li" gap={[2, 4]} align="flex-start" justify="space-between" className={classes.text}>
                <p>{text}</p>
                <Copy what={title} value={text} />
              </Row>
            ))}
          </Stack>
        </details>
      </Stack>
      <LazyBoundary>{drawn && <QrDialog link={partner.link} onClose={() => setDrawn(false)} />}</LazyBoundary>
    </SettingsCard>
  )
}
