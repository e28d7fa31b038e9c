// What follows the first view, in a chunk of its own.
import { lazy } from "react";
import { useAllPairs } from "../../../lib/pairs";
import { WhenNear } from "../../../ui/when_near";
import { Faq } from "./faq";
import { Feed } from "./feed";
import { Games } from "./games";
import { Promos } from "./promos";
import { Steps } from "./steps";

const QuickLook = lazy(() => import("./quick_look"));
const News = lazy(() => import("./news"));
const Apps = lazy(() => import("./apps"));

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
