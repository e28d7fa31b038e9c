-- The flow of orders for wrk: limit orders within 20 ticks of a price, buying and selling at random, so
-- that about half of them cross; each with its own idempotency key and the transaction password.
--   wrk … -s orders.lua URL -- TOKENS_FILE PRICE TICK QUANTITY MARKET…
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  tokens = {}
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  price, tick, quantity = tonumber(args[2]), tonumber(args[3]), args[4]
  markets = {}
  for i = 5, #args do markets[#markets + 1] = args[i] end
  places = tick < 1 and math.floor(-math.log10(tick) + 0.5) or 0
  math.randomseed(os.time() * 100 + number)
  run = string.format("%d-%d", os.time(), number)
  sent, refused = 0, 0
  reasons = {}
end

-- The middle of the prices wanders up and down by 40 ticks, so that what rests far from it is met in its
-- turn: otherwise orders would pile up there until every client has as many as a client may have.
function middle()
  local phase = sent % 4000 / 1000
  local swing = phase < 2 and phase - 1 or 3 - phase
  return price + tick * math.floor(swing * 40)
end

function request()
  sent = sent + 1
  local market = markets[math.random(#markets)]
  local side = math.random(2) == 1 and "BUY" or "SELL"
  local at = string.format("%." .. places .. "f", middle() + tick * math.random(-20, 20))
  local body = string.format(
    '{"name":"%s","delegate_type":"%s","number_of_order":"%s","order_per_unit":"%s","trade_type":"market",'
      .. '"market_type":"LIMIT","transaction_password":"bench trading 1","client_id":"%s-%d"}',
    market, side, quantity, at, run, sent)
  return wrk.format("POST", "/api/v2/my-order", {
    ["Content-Type"] = "application/json",
    ["Authorization"] = "Bearer " .. tokens[math.random(#tokens)],
  }, body)
end

function response(status, headers, body)
  if status ~= 200 or not body:find('"success"', 1, true) then
    refused = refused + 1
    local reason = body:match('"message":"([a-zA-Z_]+)"') or tostring(status)
    reasons[reason] = (reasons[reason] or 0) + 1
  end
end

local all = {}
local plain_setup = setup
function setup(thread)
  plain_setup(thread)
  all[#all + 1] = thread
end

-- One line that bench/run reads: orders a second, p50 and p99 in milliseconds, refused.
function done(summary, latency, requests)
  local refusals = 0
  local why = ""
  for _, thread in ipairs(all) do
    refusals = refusals + (thread:get("refused") or 0)
    for reason, count in pairs(thread:get("reasons") or {}) do
      why = why .. " " .. reason .. ":" .. count
    end
  end
  io.write(string.format("RESULT %.1f %.3f %.3f %d%s\n",
    (summary.requests - refusals) / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, refusals, why))
end
