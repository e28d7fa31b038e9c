// Tasks of the Rewards Center: what there is to do and what it pays. A task that was claimed is
// closed, never deleted; what was paid stays paid.
#include "approvals.h"
#include "commands.h"
#include "money/decimal.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* all_tasks = R"sql(
    select t.id, t.name, t.kind, t.measure, trim_scale(t.amount) as amount,
           trim_scale(t.reward_amount) || ' ' || t.coin as reward,
           case when t.active then 'open' else 'closed' end as state, t.description,
           (select count(*) from task_claims c where c.task_id = t.id) as claims
      from task_center t where $1 or t.active order by t.position, t.id
)sql";
constexpr const char* insert_task = R"sql(
    insert into task_center (name, description, rules, kind, measure, amount, reward_amount, coin,
                             position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id
)sql";
// What is not given stays.
constexpr const char* update = R"sql(
    update task_center set description = coalesce($2, description), rules = coalesce($3, rules),
           amount = coalesce($4::numeric, amount),
           reward_amount = coalesce($5::numeric, reward_amount),
           position = coalesce($6::smallint, position), active = active or $7
     where name = $1
)sql";
constexpr const char* close_task = R"sql(
    update task_center set active = false where name = $1 and active
)sql";
constexpr const char* task_exists = R"sql(
    select exists (select from task_center where name = $1) as found
)sql";
constexpr const char* coin_exists = R"sql(
    select exists (select from assets where code = $1) as found
)sql";

struct Task {
    std::string name;
    std::string kind = "once";
    std::string measure;
    std::string coin = "USDT";
    std::optional<std::string> description, rules, amount, reward;
    std::optional<int> position;
    bool reopen = false;
};

Json::Value written(const Task& task) {
    Json::Value data;
    const auto put = [&](const char* name, const std::optional<std::string>& value) {
        if (value) data[name] = *value;
    };
    put("description", task.description);
    put("rules", task.rules);
    put("amount", task.amount);
    put("reward", task.reward);
    if (task.position) data["position"] = std::to_string(*task.position);
    if (task.reopen) data["reopened"] = true;
    return data;
}

void say_done(Control& control, const std::string& name, const std::string& what) {
    Json::Value data;
    data["task"] = name;
    print_done("The task " + name + ' ' + what + '.', data, control.json);
}

void add(Control& control, const Task& task, const std::string& reason) {
    pg::Transaction tx{control.db};
    if (tx.one(task_exists, {task.name}).boolean("found"))
        throw Refused{"There is a task " + task.name + " already."};
    if (!tx.one(coin_exists, {task.coin}).boolean("found"))
        throw Refused{"There is no coin " + task.coin + "."};
    if (task.measure == "verification" && (task.kind != "once" || task.amount != "1"))
        throw Refused{"A verification is done once: --kind once --amount 1."};
    auto data = written(task);
    data["kind"] = task.kind;
    data["measure"] = task.measure;
    data["coin"] = task.coin;
    if (!may_spend(control, tx, {"tasks add", task.name, data}, reason)) return;
    tx.one(insert_task,
           {task.name, *task.description, task.rules.value_or(""), task.kind, task.measure,
            *task.amount, *task.reward, task.coin, task.position.value_or(0)});
    control.record(tx, "tasks add", task.name, reason, data);
    tx.commit();
    say_done(control, task.name, "is open");
}

void change(Control& control, const Task& task, const std::string& reason) {
    const auto data = written(task);
    if (data.empty()) throw Refused{"Name what to change: --description, --rules, --amount, …"};
    pg::Transaction tx{control.db};
    if (!tx.one(task_exists, {task.name}).boolean("found"))
        throw Refused{"There is no task " + task.name + "."};
    const bool pays = task.amount || task.reward || task.reopen;
    if (pays && !may_spend(control, tx, {"tasks change", task.name, data}, reason)) return;
    tx.change(1, update,
              {task.name, task.description, task.rules, task.amount, task.reward, task.position,
               task.reopen});
    control.record(tx, "tasks change", task.name, reason, data);
    tx.commit();
    say_done(control, task.name, "was changed");
}

void close(Control& control, const std::string& name, const std::string& reason) {
    pg::Transaction tx{control.db};
    if (tx.run(close_task, {name}).affected() == 0)
        throw Refused{"There is no open task " + name + "."};
    control.record(tx, "tasks close", name, reason);
    tx.commit();
    say_done(control, name, "is closed");
}

std::string positive_decimal(const std::string& text) {
    const auto value = Decimal::parse(text);
    return value && value->positive() ? "" : "must be a number above zero, such as 12.5";
}

void add_changeable(CLI::App& verb, const std::shared_ptr<Task>& task, bool needed) {
    verb.add_option("name", task->name, "The task's name; the site uses it to find the translation")
        ->required()
        ->type_name("NAME");
    verb.add_option("--description", task->description, "What to do, in English")
        ->required(needed)
        ->type_name("TEXT");
    verb.add_option("--rules", task->rules, "What counts, in English")->type_name("TEXT");
    verb.add_option("--amount", task->amount, "The target, in the measure's unit")
        ->required(needed)
        ->check(positive_decimal)
        ->type_name("NUMBER");
    verb.add_option("--reward", task->reward, "The reward")
        ->required(needed)
        ->check(positive_decimal)
        ->type_name("NUMBER");
    verb.add_option("--position", task->position, "The position in the list; 0 is first")
        ->check(CLI::Range(0, 32767));
}

}  // namespace

void add_tasks(Commands& commands) {
    const auto task = std::make_shared<Task>();
    const auto all = std::make_shared<bool>(false);
    auto& noun = commands.noun("tasks", "Tasks of the Rewards Center: list, add, change, close");
    auto& listing = commands.verb(noun, "list", "List the open tasks", [all](Control& control) {
        print_list(
            control.db.run(all_tasks, {*all}),
            {"id", "name", "kind", "measure", "amount", "reward", "state", "claims", "description"},
            control.json);
    });
    listing.add_flag("--all", *all, "Include closed tasks");
    auto& adding =
        commands.act(noun, "add", "Open a new task",
                     [task, &commands](Control& control) { add(control, *task, commands.reason); });
    add_changeable(adding, task, true);
    adding.add_option("--kind", task->kind, "How often it can be done")
        ->check(CLI::IsMember({"once", "daily", "weekly"}))
        ->capture_default_str();
    adding.add_option("--measure", task->measure, "What to count")
        ->required()
        ->check(
            CLI::IsMember({"verification", "deposits", "trading_volume", "trades", "referrals"}));
    adding.add_option("--coin", task->coin, "The coin of the reward")->capture_default_str();
    auto& changing = commands.act(
        noun, "change", "Change a task for everyone who has not claimed it",
        [task, &commands](Control& control) { change(control, *task, commands.reason); });
    add_changeable(changing, task, false);
    changing.add_flag("--reopen", task->reopen, "Reopen the task");
    auto& closing = commands.act(
        noun, "close", "Close a task",
        [task, &commands](Control& control) { close(control, task->name, commands.reason); });
    closing.add_option("name", task->name, "Its name")->required()->type_name("NAME");
}

}  // namespace cambio::control
