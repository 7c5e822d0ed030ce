import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { Cart } from '../../contract/cart.ts'
import type { Tariff, TariffProduct } from '../../contract/tariffs.ts'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { dayForms, plural } from '../../rules/plural.ts'
import { openLogin, openRegistration } from '../features/accounts/auth-dialog-state.ts'
import { useMe } from '../features/accounts/use-me.ts'
import { billLines, countIn, countOf } from '../features/cart/bill-lines.ts'
import type { CartAddress } from '../features/cart/cart-address.ts'
import { ChosenCategories } from '../features/cart/chosen-categories.tsx'
import { GatewayChoice, useGateways, type GatewayType } from '../features/cart/gateway-choice.tsx'
import { OrderBill } from '../features/cart/order-bill.tsx'
import { OrderButton } from '../features/cart/order-button.tsx'
import { OrderCard, OrderPart } from '../features/cart/order-card.tsx'
import { PromoCodeInput } from '../features/cart/promo-code-input.tsx'
import { QuantityInput } from '../features/cart/quantity-input.tsx'
import { useCart } from '../features/cart/use-cart.ts'
import { useCartAddress } from '../features/cart/use-cart-address.ts'
import { useOrder } from '../features/cart/use-order.ts'
import { orderOf, tellsOfFailure } from '../features/payments/payment-success.ts'
import { ProductChoice } from '../features/tariffs/product-choice.tsx'
import { columnTariffs, nearestTariff, teamSizes, type ColumnType } from '../features/tariffs/tariff-choice.ts'
import { TariffColumns } from '../features/tariffs/tariff-columns.tsx'
import { typeWords } from '../features/tariffs/tariff-words.ts'
import { useTariffs } from '../features/tariffs/use-tariffs.ts'
import { sentenceOf } from '../kit/calls/call-error.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { DeedNotices } from '../kit/ui/deed-notice.tsx'
import { Later } from '../kit/ui/later.tsx'
import { Notice } from '../kit/ui/notice.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import { OrderFacts, OrderTrust } from './order-facts.tsx'
import classes from './order-page.module.css'

const AuthoriseDialog = lazy(() =>
  import('../features/cart/order-authorise-dialog.tsx').then((file) => ({ default: file.OrderAuthoriseDialog })),
)
const CategoriesDialog = lazy(() =>
  import('../features/cart/categories-choose-dialog.tsx').then((file) => ({ default: file.CategoriesChooseDialog })),
)
const EmailDialog = lazy(() =>
  import('../features/verification/email-verify-dialog.tsx').then((file) => ({ default: file.EmailVerifyDialog })),
)
const OrderPayment = lazy(() =>
  import('../features/cart/order-payment.tsx').then((file) => ({ default: file.OrderPayment })),
)

const PAID = '/feed#payment_success'
const FAILED = '/order#payment_fail'

/** The price list, and the order that is made of it (spec §2 Order, §4 Cart order flow). */
export function OrderPage() {
  const { user } = useMe()
  const { search } = useLocation()
  const tariffs = useTariffs()
  const cart = useCart()
  return (
    <div className={classes.page}>
      <PageTitle name="Тарифы" />
      <header className={classes.head}>
        <h1 className={classes.title}>Тарифы</h1>
        <p className={classes.lead}>
          Платите один раз за выбранный срок. Подписка не продлевается сама и не списывает деньги.
        </p>
      </header>
      <PaymentFailed asked={user ? orderOf(search) : null} />
      {tariffs.tree && tariffs.tariffs && cart.cart && cart.estimation ? (
        <Order
          key={user?.id ?? 'guest'}
          user={user}
          tree={tariffs.tree}
          tariffs={tariffs.tariffs}
          {...cart}
          cart={cart.cart}
          estimation={cart.estimation}
        />
      ) : (tariffs.error ?? cart.error) ? (
        <Blank
          picture="failure"
          title="Тарифы не загрузились"
          action={
            <Button
              onClick={() => {
                tariffs.retry()
                cart.retry()
              }}
            >
              Повторить
            </Button>
          }
        >
          {sentenceOf(tariffs.error ?? cart.error)}
        </Blank>
      ) : (
        <Waiting />
      )}
      <OrderFacts />
      <DeedNotices />
    </div>
  )
}

type Loaded<Hook extends (...args: never[]) => object> = {
  [Name in keyof ReturnType<Hook>]: NonNullable<ReturnType<Hook>[Name]>
}
type OrderProps = Pick<Loaded<typeof useTariffs>, 'tree' | 'tariffs'> &
  Pick<Loaded<typeof useCart>, 'cart' | 'estimation' | 'change' | 'counting' | 'checkingPromo'> & {
    user: ReturnType<typeof useMe>['user']
  }

function Order({ user, tree, tariffs, cart, estimation, change, counting, checkingPromo }: OrderProps) {
  const navigate = useNavigate()
  const [gateway, setGateway] = useState<GatewayType>()
  const gateways = useGateways()
  const order = useOrder({
    person: user ? { emailApprove: user.email_approve } : null,
    cart,
    gateway,
    go: (address) => void navigate(address),
  })
  const { dialog, close } = order
  useFocusReturn({ opened: dialog !== null })

  const { product } = cart.tariffDetails
  const type: ColumnType = cart.tariffDetails.type === 'package' ? 'regular' : cart.tariffDetails.type
  const trial = type === 'trial'
  /** The trial of projects is no self-service (spec §4 step 7). */
  const byHand = trial && product === 'project'
  const inCart = tariffs.find(({ id }) => id === cart.tariff) ?? null
  const column = (of: TariffProduct, as: ColumnType): Tariff[] => {
    const sizes = teamSizes(tree, of)
    return columnTariffs(tree, of, as, sizes.find((size) => size === inCart?.teamSize) ?? sizes[0] ?? null)
  }
  const chosen = inCart ?? nearestTariff(column(product, type), null)
  const count = countIn(cart, product)

  const choose = (as: ColumnType, tariff: Tariff | null, of = product): void => {
    order.forget()
    change(tariff ? { change: 'tariff', tariff } : { change: 'details', details: { product: of, type: as } })
  }
  const chooseIn = (of: TariffProduct, as: ColumnType): void => {
    const tariffsThere = column(of, as)
    // Not every product has every type.
    if (tariffsThere.length === 0 && !(of === 'project' && as === 'trial'))
      return choose('regular', nearestTariff(column(of, 'regular'), inCart), of)
    choose(as, nearestTariff(tariffsThere, as === 'trial' ? null : inCart), of)
  }
  useCartAddress((asked: CartAddress) => {
    const as = asked.type ?? type
    chooseIn(asked.product ?? product, as)
    if (asked.categories.length > 0)
      change({ change: 'items', ids: as === 'trial' ? asked.categories : [...cart.items, ...asked.categories] })
  })
  useTariffForCart(cart, inCart, chosen, (tariff) => change({ change: 'tariff', tariff }))

  const openCategories = (): void => order.setDialog({ show: 'choose', trouble: null })
  const withoutPromo = (
    <Button
      variant="default"
      size="sm"
      onClick={() => {
        order.forget()
        change({ change: 'promo', code: null })
      }}
    >
      Убрать промокод
    </Button>
  )
  const button = (short: boolean) => (
    <OrderButton
      short={short}
      cart={cart}
      estimation={estimation}
      loading={order.pressing}
      disabled={user === undefined || order.waiting}
      onChoose={openCategories}
      onPress={order.press}
    />
  )
  const inWords = `${typeWords[type].title} тариф${byHand ? ' по запросу' : !chosen ? '' : `, ${chosen.durationTitle}`}`
  const sum = trial ? 'Бесплатно' : formatRoubles(toKopecks(estimation.total))
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.list}>
          <ProductChoice product={product} onChoose={(next) => chooseIn(next, type)} />
          <TariffColumns tree={tree} product={product} type={type} chosen={chosen} onChoose={choose} />
        </div>
        <div className={classes.order}>
          <OrderCard>
            {product === 'category' ? (
              <ChosenCategories
                items={cart.items}
                trial={trial}
                onRemove={(id) => change({ change: 'remove', id })}
                onOpen={openCategories}
              />
            ) : (
              !trial && (
                <QuantityInput
                  key={product}
                  product={product}
                  quantity={cart.quantity}
                  max={chosen?.maxQuantity ?? null}
                  onChange={(quantity) => change({ change: 'quantity', quantity })}
                />
              )
            )}
            <OrderPart title={inWords}>
              {trial ? (
                estimation.days !== null && (
                  <p className={classes.tariff}>
                    Доступ на {estimation.days}&nbsp;{plural(estimation.days, dayForms)}
                  </p>
                )
              ) : count > 0 && inCart ? (
                <OrderBill lines={billLines(inCart, count, estimation)} estimation={estimation} counting={counting} />
              ) : (
                <p className={classes.tariff}>
                  Выберите категории, и здесь появится цена: каждая следующая дешевле на 5&nbsp;%.
                </p>
              )}
              {!byHand && (
                <PromoCodeInput
                  code={cart.promoCode}
                  status={estimation.promoCodeStatus}
                  asking={checkingPromo}
                  onApply={(code) => change({ change: 'promo', code })}
                />
              )}
            </OrderPart>
            {!trial && <GatewayChoice gateways={gateways} chosen={gateway} onChoose={setGateway} />}
            <div className={classes.last}>
              {order.trouble && (
                <Notice tone="bad" action={order.promoRefused && withoutPromo}>
                  {order.trouble}
                </Notice>
              )}
              <div className={classes.wide}>{button(false)}</div>
              <OrderTrust trial={trial} test={(gateway ?? gateways[0]?.type) === 'test'} />
            </div>
          </OrderCard>
        </div>
      </div>
      <div className={classes.bar}>
        <div className={classes.barWords}>
          <span className={classes.barSum}>{count === 0 ? typeWords[type].title : sum}</span>
          <span className={classes.barNote}>
            {count === 0 ? 'Категории не выбраны' : countOf(product, count)}
            {byHand || !chosen ? null : `, ${chosen.durationTitle}`}
          </span>
        </div>
        {button(true)}
      </div>
      <Later>
        {dialog?.show === 'authorise' && (
          <AuthoriseDialog
            onRegister={() => {
              close()
              openRegistration()
            }}
            onLogin={() => {
              close()
              openLogin()
            }}
            onClose={close}
          />
        )}
        {dialog?.show === 'choose' && (
          <CategoriesDialog
            items={cart.items}
            trial={trial}
            trouble={dialog.trouble}
            onAdd={(id) => change({ change: 'add', id })}
            onRemove={(id) => change({ change: 'remove', id })}
            onOnly={(id) => {
              change({ change: 'items', ids: [id] })
              openCategories()
            }}
            total={cart.items.length > 0 && <strong>{sum}</strong>}
            onClose={close}
          />
        )}
        {dialog?.show === 'verify-email' && <EmailDialog onClose={close} />}
        {dialog?.show === 'pay' && (
          <OrderPayment
            started={dialog.started}
            onPaid={(goTo) => order.leave(goTo ?? PAID)}
            onFailed={() => order.leave(FAILED)}
            onClose={close}
          />
        )}
      </Later>
    </>
  )
}

/** A cart with something in it has a tariff: what stands on the page as chosen is what the server counts with. */
function useTariffForCart(
  cart: Cart,
  inCart: Tariff | null,
  shown: Tariff | null,
  put: (tariff: Tariff) => void,
): void {
  const { product } = cart.tariffDetails
  const wants = inCart === null && shown !== null && (cart.items.length > 0 || product !== 'category') ? shown.id : null
  const putShown = useEffectEvent(() => {
    if (shown) put(shown)
  })
  useEffect(() => {
    if (wants !== null) putShown()
  }, [wants])
}

/**
 * Spec §2: the gateway sent the person back without his having paid; `asked` is the order, where the address names it. That
 * it has been paid after all is the server's word, and stands above the address.
 */
function PaymentFailed({ asked }: { asked: string | null }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const failed = tellsOfFailure(hash)
  const { data } = useCall(
    'payments',
    'getOrder',
    { account: asked ?? '' },
    { enabled: asked !== null && failed, staleTime: 0 },
  )
  if (!failed) return null
  if (data?.status === 'paid') return <Navigate to={`/feed?order=${data.account}#payment_success`} replace />
  const close = (
    <Button variant="default" size="sm" onClick={() => void navigate({ pathname, search }, { replace: true })}>
      Понятно
    </Button>
  )
  return (
    <Notice tone="bad" action={close}>
      <strong>Оплата не завершена.</strong> Заказ остался в корзине: попробуйте ещё раз или другой картой. Если деньги
      всё же списались, доступ откроется сам, как только банк это подтвердит.
    </Notice>
  )
}

function Waiting() {
  return (
    <div className={classes.columns} aria-busy="true">
      <div className={classes.list}>
        <Skeleton height={66} radius="md" />
        <div className={classes.skeletons}>
          <Skeleton height={520} radius="lg" />
          <Skeleton height={520} radius="lg" />
          <Skeleton height={520} radius="lg" />
        </div>
      </div>
      <div className={classes.order}>
        <Skeleton height={420} radius="lg" />
      </div>
    </div>
  )
}
