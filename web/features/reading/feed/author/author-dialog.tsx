import { Avatar, Button, Modal, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconExternalLink, IconUserOff } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { Author, FeedMessage } from '../../../../../contract/reading/feed.ts'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import { hasCode, sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { CountBars } from '../../../../kit/ui/components/count-bars.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { TextLine } from '../../../../kit/ui/components/text-line.tsx'
import { exactTime } from '../../../../kit/ui/text/relative-time.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { MessageBadges } from '../card/message-badges.tsx'
import { linksHere } from '../card/source-links.ts'
import { messageAddress, withMessage } from '../detail/message-address.ts'
import { takeAuthorChange } from '../page/cards-cache.ts'
import classes from './author-dialog.module.css'
import type { AuthorFrame } from './author-frame.ts'
import { contactsOf, countInWords, dayAndMonthInWords } from './author-in-words.ts'

export interface AuthorDialogProps extends AuthorFrame {
  /** Of the author. */
  id: number
  onClose: () => void
}

/** What there is to know of an author: what they wrote and when, who of the team spoke with them. */
export function AuthorDialog({ id, onClose, ...shown }: AuthorDialogProps) {
  const { data, error, refetch } = useCall('feed', 'getAuthor', { id }, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title="Об авторе" size={600}>
      {data ? (
        <WholeAuthor author={data.author} onClose={onClose} {...shown} />
      ) : error && hasCode(error, 'AUTHOR_NOT_FOUND') ? (
        <EmptyState picture="lost" title={error.message}>
          Возможно, его сообщения удалили или подписка на них закончилась.
        </EmptyState>
      ) : error ? (
        <LoadFailure title="Автор не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={3} aria-busy="true">
          <Skeleton height={56} radius="md" />
          <Skeleton height={96} radius="md" />
          <Skeleton height={160} radius="md" />
        </Stack>
      )}
    </Modal>
  )
}

interface WholeAuthorProps extends AuthorFrame {
  author: Author
  onClose: () => void
}

function WholeAuthor({ author, zone, myId, straightLinks, onClose }: WholeAuthorProps) {
  const { messages, notes, latest } = author
  const contacts = contactsOf(author, myId)
  return (
    <Stack gap={5}>
      <Who author={author} straightLinks={straightLinks} />
      {messages === 0 ? (
        <p className={typography.soft}>В вашей ленте его сообщений нет.</p>
      ) : (
        <When author={author} zone={zone} />
      )}
      {contacts.length > 0 && (
        <Section title="Кто уже говорил">
          <Stack as="ul" gap={1}>
            {contacts.map(({ key, at, words }) => (
              <li key={key} className={classes.line}>
                {words}
                <span className={classes.when}>
                  <Moment at={at} zone={zone} />
                </span>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {notes.length > 0 && (
        <Section title="Заметки о его сообщениях">
          <Stack as="ul" gap={2}>
            {notes.map(({ messageId, user, text, updatedAt }) => (
              <li key={`${messageId} ${user.id}`}>
                <p className={classes.note}>{text}</p>
                <p className={classes.when}>
                  {user.id === myId ? 'вы' : user.name}, <Moment at={updatedAt} zone={zone} />
                </p>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {latest.length > 0 && (
        <Section title={latest.length < author.texts ? `Последние ${latest.length}` : 'Сообщения'}>
          <Stack as="ul" gap={2}>
            {latest.map((message) => (
              <Written key={message.id} message={message} zone={zone} onOpen={onClose} />
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  )
}

function Who({ author, straightLinks }: Pick<WholeAuthorProps, 'author' | 'straightLinks'>) {
  const { name, avatar, url, city, network, latest } = author
  const [message] = latest
  const link = message ? linksHere(message, straightLinks).author : url
  const shownName = name || 'Без имени'
  return (
    <Stack gap={3}>
      <div className={classes.who}>
        <Avatar
          src={avatar}
          name={shownName}
          color="initials"
          radius="xl"
          size={56}
          alt=""
          imageProps={{ referrerPolicy: 'no-referrer' }}
        />
        <div>
          <Row gap={[0, 2]} align="center">
            <h3 className={classes.name}>{shownName}</h3>
            {message?.demo && <MessageBadges message={{ ...message, intent: 'cold', spam: false, verdict: null }} />}
          </Row>
          <p className={classes.fact}>
            <NetworkIcon network={network} size={15} /> {networkTitles[network]}
            {city !== null && `, ${city}`}
          </p>
          {link !== null && (
            <OuterLink url={link} className={`${typography.link} ${typography.note}`}>
              Страница автора <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
            </OuterLink>
          )}
        </div>
      </div>
      <BlackListing author={author} />
    </Stack>
  )
}

/** Blocks the author, and takes that back. */
function BlackListing({ author: { id, blackListed } }: { author: Author }) {
  const cache = useQueryClient()
  const take = (listed: boolean): void => takeAuthorChange(cache, { authorId: id, blackListed: listed })
  const failed = (error: Error): void => showErrorToast(`Не получилось. ${sentenceOf(error)}`)
  const lift = useAct('marks', 'removeFromBlackList', {
    onSuccess: () => {
      take(false)
      showActionToast('Убрано из чёрного списка', () => put.mutate({ id }))
    },
    onError: failed,
  })
  const put = useAct('marks', 'addToBlackList', {
    onSuccess: () => {
      take(true)
      showActionToast('Добавлено в чёрный список', () => lift.mutate({ id }))
    },
    onError: failed,
  })
  return (
    <Row align="center" gap={[1, 3]}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserOff size={16} stroke={1.8} aria-hidden="true" />}
        loading={lift.isPending || put.isPending}
        onClick={() => (blackListed ? lift : put).mutate({ id })}
      >
        {blackListed ? 'Убрать из чёрного списка' : 'В чёрный список'}
      </Button>
      {blackListed && <span className={typography.note}>Его сообщения скрыты из вашей ленты</span>}
    </Row>
  )
}

/** How many messages, since when, and how often. */
function When({ author, zone }: Pick<WholeAuthorProps, 'author' | 'zone'>) {
  const { weeks, firstAt, lastAt } = author
  const [first, last] = [weeks[0], weeks.at(-1)]
  const day = (at: string): ReactNode => <Moment at={at} zone={zone} />
  return (
    <Stack gap={2}>
      <p title={firstAt === null ? undefined : exactTime(new Date(firstAt), zone)}>
        {countInWords(author)}
        {lastAt !== null && (
          <span className={typography.muted}>
            {firstAt === lastAt ? (
              <>: {day(lastAt)}</>
            ) : firstAt === null ? (
              <> · последнее {day(lastAt)}</>
            ) : (
              <>
                {' '}
                · первое {day(firstAt)}, последнее {day(lastAt)}
              </>
            )}
          </span>
        )}
      </p>
      {first && last && (
        <CountBars
          label="Сообщений по неделям"
          bars={weeks.map(({ from, messages }) => ({
            key: from,
            count: messages,
            words: `с ${dayAndMonthInWords(from)}: ${messages.toLocaleString('ru')} ${plural(messages, messageForms)}`,
          }))}
          ends={[`неделя с ${dayAndMonthInWords(first.from)}`, 'эта неделя']}
        />
      )}
    </Stack>
  )
}

interface WrittenProps {
  message: FeedMessage
  zone: string
  onOpen: () => void
}

function Written({ message, zone, onOpen }: WrittenProps) {
  const { product, group, author, publishedAt, text, spans } = message
  const { pathname, search, hash } = useLocation()
  // Beside the list one reads it stays as it is.
  const to =
    pathname === '/feed' ? { pathname, search: withMessage(message.id, search), hash } : messageAddress(message.id)
  return (
    <Stack as="li" gap={1} className={classes.message}>
      <p className={classes.where}>
        {product.name}
        {group && group.name !== author?.name && ` · ${group.name}`} · <Moment at={publishedAt} zone={zone} />
      </p>
      <p className={typography.threeLines}>
        <TextLine text={text} spans={spans} />
      </p>
      <Link className={`${typography.link} ${classes.open}`} to={to} onClick={onOpen}>
        Открыть в ленте
      </Link>
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </Stack>
  )
}
