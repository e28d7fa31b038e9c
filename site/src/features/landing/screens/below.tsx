// What follows the first view, in a chunk of its own.
import { lazyCode } from "../../../lib/lazy_part";
import { useAllPairs } from "../../../lib/pairs";
import { WhenNear } from "../../../ui/when_near";
import { Faq } from "./faq";
import { Feed } from "./feed";
import { Games } from "./games";
import { Promos } from "./promos";
import { Steps } from "./steps";

const QuickLook = lazyCode(() => import("./quick_look"));
const News = lazyCode(() => import("./news"));
const Apps = lazyCode(() => import("./apps"));

export default function Below() {
  const pairs = useAllPairs().data?.coinpair;
  return (
    <>
      <Steps pairs={pairs} />
      <Feed pairs={pairs} />
      <WhenNear height={510}>
        <QuickLook />
      </WhenNear>
      <Games pairs={pairs} />
      <Promos />
      <WhenNear height={200}>
        <News />
      </WhenNear>
      <Faq />
      <WhenNear height={440}>
        <Apps pairs={pairs} />
      </WhenNear>
    </>
  );
}
