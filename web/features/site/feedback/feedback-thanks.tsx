import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import classes from './feedback-card.module.css'

export interface FeedbackThanksProps {
  email: string
  onAnother: () => void
}

/** The letter is with us, and this is where the answer will come. */
export function FeedbackThanks({ email, onAnother }: FeedbackThanksProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone.
  useEffect(() => title.current?.focus(), [])
  return (
    <Stack as="section" gap={3} align="center" className={`${card.card} ${classes.thanks}`} role="status">
      <IconTile size={72} shape="round">
        <IconMailCheck size={34} stroke={1.6} />
      </IconTile>
      <h2 ref={title} className={classes.thanksTitle} tabIndex={-1}>
        Спасибо! Письмо у нас
      </h2>
      <p>
        Ответим на <strong>{email}</strong>. Если ответа долго нет, загляните в папку «Спам».
      </p>
      <Row justify="center" className={classes.buttons}>
        <Button component={Link} to="/">
          На главную
        </Button>
        <Button variant="default" onClick={onAnother}>
          Написать ещё
        </Button>
      </Row>
    </Stack>
  )
}
