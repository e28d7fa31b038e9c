// Messages from the operator to one client or to all.
#include "commands.h"
#include "notices/notices.h"
#include "output.h"

namespace cambio::control {

namespace {

void send(Control& control, const std::string& to, const std::string& title,
          const std::string& text, const std::string& reason) {
    Json::Value message;
    message["title"] = title;
    message["text"] = text;
    pg::Transaction tx{control.db};
    Json::Value data;
    if (to == "all") {
        const auto number = notices::tell_all(tx, notices::Kind::operator_message, message);
        control.record(tx, "messages send", "all", reason, message);
        tx.commit();
        data["clients"] = std::to_string(number);
        print_done("Sent to " + std::to_string(number) + " clients.", data, control.json);
        return;
    }
    const auto client = find_client(tx, to);
    notices::tell(tx, client.id, notices::Kind::operator_message, message);
    control.record(tx, "messages send", client.name(), reason, message);
    tx.commit();
    control.push.tell(client.unique_id, ClientEvent::notification);
    data["clients"] = "1";
    print_done("Sent to " + client.name() + ".", data, control.json);
}

}  // namespace

void add_messages(Commands& commands) {
    struct Options {
        std::string to, title, text;
    };
    const auto given = std::make_shared<Options>();
    auto& noun = commands.noun("messages", "Messages to clients, by notification and email");
    auto& sending =
        commands.act(noun, "send", "Send a message to a client, or to \"all\"",
                     [given, &commands](Control& control) {
                         send(control, given->to, given->title, given->text, commands.reason);
                     });
    sending.add_option("client", given->to, "Email, user ID or number, or all")
        ->required()
        ->type_name("CLIENT");
    const auto some = [](std::size_t most) {
        return [most](const std::string& text) -> std::string {
            if (!text.empty() && text.size() <= most) return {};
            return "must have 1 to " + std::to_string(most) + " letters";
        };
    };
    sending.add_option("--title", given->title, "The subject")
        ->required()
        ->type_name("TEXT")
        ->check([some](const std::string& text) {
            return text.find('\n') == std::string::npos ? some(120)(text) : "must be one line";
        });
    sending.add_option("--text", given->text, "The message")
        ->required()
        ->type_name("TEXT")
        ->check(some(4000));
}

}  // namespace cambio::control
