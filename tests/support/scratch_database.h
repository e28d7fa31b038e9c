#pragma once

#include <string>

#include "support/postgres_server.h"

namespace cambio::test {

/// A database of its own for one test or one suite, with the roles of the owner and of the programs
/// and their real rights. It is a copy of a template that was migrated, and got the catalogue of
/// coins, once for each cluster; dropped at the end.
class ScratchDatabase {
  public:
    enum class Content { migrated, empty };
    explicit ScratchDatabase(Content content = Content::migrated);
    ~ScratchDatabase();
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;

    const std::string& app() const { return app_; }              ///< conninfo of the app role
    const std::string& suite() const { return suite_; }          ///< of a role like all programs'
    const std::string& owner() const { return owner_; }          ///< conninfo of the owner role
    const std::string& superuser() const { return superuser_; }  ///< conninfo, for foul play

    static std::string migrations();  ///< the folder of the migrations
    static std::string catalogue();   ///< the file of the product's coins
    static std::string networks();    ///< the file of the product's networks

  private:
    std::string name_;
    std::string app_;
    std::string suite_;
    std::string owner_;
    std::string superuser_;
};

}  // namespace cambio::test
